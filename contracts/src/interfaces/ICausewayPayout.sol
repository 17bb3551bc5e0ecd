// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title The payout contract: where a transfer ends, on its destination chain
/// @notice Pays each transfer at most once. A payer that lost its records, runs twice or sends again is stopped here.
/// @dev Payments are kept per payer, so nobody can pay, block or read anything into another payer's ids. Money goes
/// from the payer straight to the recipient; nothing stays in the contract when a call ends.
interface ICausewayPayout {
    /// @notice One payment to make.
    /// @param id The transfer that is paid, of the payer's choosing.
    /// @param token The token to pay in, or the zero address for the chain's native token.
    /// @param to The recipient.
    /// @param amount What the recipient gets, in the token's smallest unit.
    struct Payment {
        bytes32 id;
        address token;
        address to;
        uint256 amount;
    }

    /// @notice `to` received exactly `amount` of `token` from `payer`, for the transfer `id`.
    event Paid(address indexed payer, bytes32 indexed id, address indexed to, address token, uint256 amount);

    /// @notice This payer has paid this transfer before: look for its `Paid` event.
    error AlreadyPaid(address payer, bytes32 id);

    /// @notice The recipient is the zero address, this contract or the payer itself.
    error BadRecipient(address to);

    /// @notice The amount is zero.
    error ZeroAmount();

    /// @notice The native value sent along is not the sum of the native amounts to pay.
    error WrongValue(uint256 expected, uint256 sent);

    /// @notice The token moved, but the recipient's balance did not rise by the amount.
    error WrongAmountReceived(uint256 expected, uint256 received);

    /// @notice The native token was not taken: by the recipient, or by the payer to whom the unspent part goes back.
    error NativeTransferFailed();

    /// @notice Pays one transfer, or reverts.
    /// @param id The transfer that is paid.
    /// @param token An ERC-20 for which this contract has the caller's allowance, or the zero address for the native token.
    /// @param to The recipient. Of the native token it must take delivery within 100,000 gas.
    /// @param amount What the recipient gets; for the native token exactly the value sent along.
    function pay(bytes32 id, address token, address to, uint256 amount) external payable;

    /// @notice Pays many transfers; one that cannot be paid leaves no trace and does not stop the others.
    /// @dev Each payment has 500,000 gas. The batch reverts when it cannot give that much, so `false` always means that
    /// the payment itself failed, and a gas estimate never settles on a limit at which payments are skipped.
    /// @param payments The payments. The native amounts among them must add up to the value sent along; those of
    /// payments that fail go back to the caller.
    /// @return paid For each payment, whether it was made by this call.
    function payBatch(Payment[] calldata payments) external payable returns (bool[] memory paid);

    /// @notice Whether this payer has paid this transfer.
    function isPaid(address payer, bytes32 id) external view returns (bool);
}
