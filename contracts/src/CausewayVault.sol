// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {ICausewayVault} from "./interfaces/ICausewayVault.sol";
import {TokenBalance} from "./vault/TokenBalance.sol";
import {VaultControl} from "./vault/VaultControl.sol";

/// @title The vault that holds the float of one chain
contract CausewayVault is VaultControl {
    using SafeERC20 for IERC20;

    /// @dev Enough for a smart-contract wallet. It limits the gas that a recipient can burn at the payer's cost.
    uint256 private constant RECIPIENT_GAS = 100_000;

    /// @dev Gas of each payment in a batch: the recipient's gas, a new account and an expensive token.
    uint256 private constant PAYMENT_GAS = 500_000;

    /// @dev A call forwards at most 63/64 of the gas, without an error if it asks for more (EIP-150). 20,000 pay for the call itself.
    uint256 private constant GAS_TO_START_PAYMENT = PAYMENT_GAS * 64 / 63 + 20_000;

    /// @dev 1 for a paid id. Writing a smaller type would cost another read, for the rest of its slot.
    mapping(bytes32 id => uint256) private _records;

    /// @param owner_ The account that withdraws and raises caps after the delay. Should be a multi-signature account.
    /// @param guardian_ The account that can pause, and cancel the owner's actions.
    /// @param payers The accounts that can pay.
    /// @param delay_ The seconds between the announcement and the execution of an owner's action.
    /// @param window_ The length of the rolling window of the caps, in seconds.
    /// @param caps The caps of the tokens that payers can spend.
    constructor(
        address owner_,
        address guardian_,
        address[] memory payers,
        uint256 delay_,
        uint256 window_,
        TokenCap[] memory caps
    ) VaultControl(owner_, guardian_, payers, delay_, window_, caps) {}

    /// @inheritdoc ICausewayVault
    receive() external payable {}

    /// @inheritdoc ICausewayVault
    function pay(bytes32 id, address token, address to, uint256 amount) external {
        _pay(msg.sender, id, token, to, amount);
    }

    /// @inheritdoc ICausewayVault
    function payWithGas(bytes32 id, address token, address to, uint256 amount, uint256 gas) external {
        if (token == address(0)) revert GasNeedsToken();
        _pay(msg.sender, id, token, to, amount);
        _send(msg.sender, id, address(0), to, gas);
    }

    /// @notice Makes one payment of a batch. Only the vault can call it: `payBatch` does, once for each payment.
    function payOfBatch(address payer, Payment calldata payment) external onlySelf {
        _pay(payer, payment.id, payment.token, payment.to, payment.amount);
    }

    /// @inheritdoc ICausewayVault
    function payBatch(Payment[] calldata payments) external returns (bool[] memory paid) {
        _requireMayPay(msg.sender);
        paid = new bool[](payments.length);
        for (uint256 i; i < payments.length; ++i) {
            if (gasleft() < GAS_TO_START_PAYMENT) revert NotEnoughGas();
            paid[i] = _tryToPay(payments[i]);
        }
    }

    /// @inheritdoc ICausewayVault
    function isPaid(bytes32 id) public view returns (bool) {
        return _records[id] != 0;
    }

    /// @inheritdoc ICausewayVault
    function arePaid(bytes32[] calldata ids) external view returns (bool[] memory paid) {
        paid = new bool[](ids.length);
        for (uint256 i; i < ids.length; ++i) paid[i] = isPaid(ids[i]);
    }

    function _pay(address payer, bytes32 id, address token, address to, uint256 amount) private {
        _requireMayPay(payer);
        if (isPaid(id)) revert AlreadyPaid(id);
        if (to == address(0) || to == address(this)) revert BadRecipient(to);

        _records[id] = 1;
        _send(payer, id, token, to, amount);
    }

    function _send(address payer, bytes32 id, address token, address to, uint256 amount) private {
        if (amount == 0) revert ZeroAmount();
        _spend(token, amount);
        uint256 balance = _balanceOf(token);
        if (balance < amount) revert InsufficientBalance(token, amount, balance);
        if (token == address(0)) _sendNative(to, amount);
        else _sendToken(IERC20(token), to, amount, balance);
        emit Paid(payer, id, to, token, amount);
    }

    /// @dev Calls `payOfBatch`, so that a failed payment changes nothing. A Solidity call would decode and encode the payment.
    function _tryToPay(Payment calldata payment) private returns (bool paid) {
        bytes4 selector = this.payOfBatch.selector;
        assembly ("memory-safe") {
            let data := mload(64)
            mstore(data, selector)
            mstore(add(data, 4), caller())
            calldatacopy(add(data, 36), payment, 128)
            paid := call(PAYMENT_GAS, address(), 0, data, 164, 0, 0)
        }
    }

    /// @dev A token can lie, keep a fee or take one from the vault. Only the balances show what moved.
    function _sendToken(IERC20 token, address to, uint256 amount, uint256 balance) private {
        uint256 recipientBalance = TokenBalance.balanceOf(address(token), to);
        token.safeTransfer(to, amount);
        uint256 sent = balance - TokenBalance.balanceOf(address(token), address(this));
        uint256 received = TokenBalance.balanceOf(address(token), to) - recipientBalance;
        if (sent != amount || received != amount) revert WrongAmountMoved(amount, sent, received);
    }

    function _sendNative(address to, uint256 amount) private {
        bool sent;
        // A Solidity call would copy the recipient's return data at the payer's cost.
        assembly ("memory-safe") {
            sent := call(RECIPIENT_GAS, to, amount, 0, 0, 0, 0)
        }
        if (!sent) revert NativeTransferFailed();
    }
}
