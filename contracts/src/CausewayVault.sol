// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {ICausewayVault} from "./interfaces/ICausewayVault.sol";
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

    /// @inheritdoc ICausewayVault
    mapping(bytes32 id => bool) public isPaid;

    /// @dev `payBatch` sets it right before each call to itself, and `pay` reads it first.
    address private transient _batchPayer;

    /// @param owner_ The account that withdraws and raises caps after the delay. Meant: a multi-signature account.
    /// @param guardian_ The account that can pause.
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
        address payer = msg.sender == address(this) ? _batchPayer : msg.sender;
        _requireMayPay(payer);
        if (isPaid[id]) revert AlreadyPaid(id);
        if (to == address(0) || to == address(this)) revert BadRecipient(to);
        if (amount == 0) revert ZeroAmount();

        isPaid[id] = true;
        _spend(token, amount);
        uint256 balance = _balanceOf(token);
        if (balance < amount) revert InsufficientBalance(token, amount, balance);
        if (token == address(0)) _sendNative(to, amount);
        else _sendToken(IERC20(token), to, amount, balance);
        emit Paid(payer, id, to, token, amount);
    }

    /// @inheritdoc ICausewayVault
    function payBatch(Payment[] calldata payments) external returns (bool[] memory paid) {
        _requireMayPay(msg.sender);
        paid = new bool[](payments.length);
        for (uint256 i; i < payments.length; ++i) {
            Payment calldata payment = payments[i];
            if (gasleft() < GAS_TO_START_PAYMENT) revert NotEnoughGas();
            _batchPayer = msg.sender;
            try this.pay{gas: PAYMENT_GAS}(payment.id, payment.token, payment.to, payment.amount) {
                paid[i] = true;
            } catch {}
        }
    }

    /// @inheritdoc ICausewayVault
    function arePaid(bytes32[] calldata ids) external view returns (bool[] memory paid) {
        paid = new bool[](ids.length);
        for (uint256 i; i < ids.length; ++i) paid[i] = isPaid[ids[i]];
    }

    function _requireMayPay(address payer) private view {
        if (!isPayer[payer]) revert Unauthorized(payer);
        if (paused) revert PaymentsPaused();
    }

    /// @dev A token can lie, keep a fee or take one from the vault. Only the balances show what moved.
    function _sendToken(IERC20 token, address to, uint256 amount, uint256 balance) private {
        uint256 recipientBalance = token.balanceOf(to);
        token.safeTransfer(to, amount);
        uint256 sent = balance - token.balanceOf(address(this));
        uint256 received = token.balanceOf(to) - recipientBalance;
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
